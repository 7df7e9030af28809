// Loops, because /0+$/ needs quadratic time on a long run of zeros that is not at the end.

/** Removes leading zeros: '000120' to '120', all zeros to ''. */
export const withoutLeadingZeros = (digits: string): string => {
  let start = 0
  while (digits[start] === '0') start++
  return digits.slice(start)
}

/** Removes trailing zeros: '000120' to '00012', all zeros to ''. */
export const withoutTrailingZeros = (digits: string): string => {
  let end = digits.length
  while (digits[end - 1] === '0') end--
  return digits.slice(0, end)
}
