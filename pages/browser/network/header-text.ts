/** Returns the text of the browser's protocol, which it encodes in UTF-8, as a header of HTTP: a character per byte. */
export const headerOf = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')

/** Returns the text that the browser encodes to the bytes of a header; bytes that are not UTF-8 stay as they are. */
export const protocolText = (value: string): string => {
  const text = Buffer.from(value, 'latin1').toString('utf8')
  return text.includes('\ufffd') ? value : text
}
