/** Writes '10.50' as '10.5', and '10.00' as '10'. */
export const writeShortest = (amount: string): string => (amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount)
