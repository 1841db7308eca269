/** The number of a Russian taxpayer (INN): of a firm ten digits, of a person twelve. */
export function isRussianInn(digits: string): boolean {
  const weights = [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]
  const check = (length: number) => (weighted(digits.slice(0, length), weights.slice(11 - length)) % 11) % 10
  if (digits.length === 10) return check(9) === Number(digits[9])
  return digits.length === 12 && check(10) === Number(digits[10]) && check(11) === Number(digits[11])
}

/** The number of Russian social insurance (SNILS), of eleven digits. */
export function isSnils(digits: string): boolean {
  const rest = weighted(digits.slice(0, 9), [9, 8, 7, 6, 5, 4, 3, 2, 1]) % 101
  return digits.length === 11 && Number(digits.slice(9)) === rest % 100 && !/^(\d)\1*$/.test(digits)
}

/** The number of French social insurance (NIR), of fifteen digits. */
export function isNir(digits: string): boolean {
  return digits.length === 15 && Number(digits.slice(13)) === 97 - (Number(digits.slice(0, 13)) % 97)
}

/** The number of a person in Kazakhstan (IIN), of twelve digits. */
export function isIin(digits: string): boolean {
  const first = weighted(digits.slice(0, 11), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]) % 11
  const check = first < 10 ? first : weighted(digits.slice(0, 11), [3, 4, 5, 6, 7, 8, 9, 10, 11, 1, 2]) % 11
  return digits.length === 12 && check === Number(digits[11])
}

function weighted(digits: string, weights: readonly number[]): number {
  return Array.from(digits, Number).reduce((sum, digit, index) => sum + digit * (weights[index] ?? 0), 0)
}
