// Loops, since /0+$/ takes quadratic time on a long run of zeros that is not the last.

/** '000120' to '120'; all zeros to ''. */
export const withoutLeadingZeros = (digits: string): string => {
  let start = 0
  while (digits[start] === '0') start++
  return digits.slice(start)
}

/** '000120' to '00012'; all zeros to ''. */
export const withoutTrailingZeros = (digits: string): string => {
  let end = digits.length
  while (digits[end - 1] === '0') end--
  return digits.slice(0, end)
}
