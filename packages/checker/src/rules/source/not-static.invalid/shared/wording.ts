export const today = new Date().toISOString()
export const days = (count: number) => `${count} business days, ${process.env.ZONE}`
