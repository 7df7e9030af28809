/**
 * Appends a path to a base address: 'https://host/prefix/' and '/metadata.json' give 'https://host/prefix/metadata.json'.
 * Drops a query or fragment of the base. Clause: META-05.
 */
export const joinPath = (base: string, path: string): string => {
  const [address = ''] = base.split(/[?#]/, 1)
  return `${withoutFinalSlashes(address)}/${path.replace(/^\/+/, '')}`
}

const withoutFinalSlashes = (text: string): string => {
  let end = text.length
  while (text[end - 1] === '/') end--
  return text.slice(0, end)
}
