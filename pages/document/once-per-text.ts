/** Maximum number of cached texts, and of characters per text, so that a target cannot fill the memory. */
const [mostTexts, mostCharacters] = [2_000, 300]

/** Caches a function of short texts: pages repeat the same words. */
export const oncePerText = <T>(compute: (text: string) => T): ((text: string) => T) => {
  const found = new Map<string, { value: T }>()
  return text => {
    const known = found.get(text) ?? { value: compute(text) }
    if (found.size >= mostTexts) found.clear()
    if (text.length <= mostCharacters) found.set(text, known)
    return known.value
  }
}
