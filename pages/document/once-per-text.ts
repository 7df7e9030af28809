/** Texts that are kept, and the longest of them: a target cannot fill the memory. */
const [mostTexts, mostCharacters] = [2_000, 300]

/** Returns a function that computes once for each short text: pages use the same words again and again. */
export const oncePerText = <T>(compute: (text: string) => T): ((text: string) => T) => {
  const found = new Map<string, { value: T }>()
  return text => {
    const known = found.get(text) ?? { value: compute(text) }
    if (found.size >= mostTexts) found.clear()
    if (text.length <= mostCharacters) found.set(text, known)
    return known.value
  }
}
