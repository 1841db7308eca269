export const days = (count: number) => `${count} business days`
