/** Converts a string from the browser's protocol, which encodes it in UTF-8, to an HTTP header with one character per byte. */
export const headerOf = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')

/** Converts a header to the text that the browser encodes to the same bytes; bytes that are not UTF-8 stay as they are. */
export const protocolText = (value: string): string => {
  const text = Buffer.from(value, 'latin1').toString('utf8')
  return text.includes('\ufffd') ? value : text
}
