/** 'https://host/prefix/' and '/metadata.json' to 'https://host/prefix/metadata.json'; a query of the base is dropped. */
export const joinPath = (base: string, path: string): string => {
  const [address = ''] = base.split(/[?#]/, 1)
  return `${withoutFinalSlashes(address)}/${path.replace(/^\/+/, '')}`
}

const withoutFinalSlashes = (text: string): string => {
  let end = text.length
  while (text[end - 1] === '/') end--
  return text.slice(0, end)
}
