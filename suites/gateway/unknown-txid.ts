const alphabets = ['0123456789', 'abcdef', 'ABCDEF']

/** Another character of the same kind: still a digit, still hexadecimal. */
const another = (character: string, random: () => number): string => {
  const others = [...(alphabets.find(one => one.includes(character)) ?? '')].filter(one => one !== character)
  return others[Math.floor(random() * others.length)] ?? character
}

/** A txid of the same look that nobody made: its end is another one. A short one, which may be a counter, is made longer. */
export const unknownLike = (txid: string, random: () => number = Math.random): string =>
  txid.length < 20
    ? `${txid}48213`
    : txid.slice(0, -12) + txid.slice(-12).replace(/[0-9a-fA-F]/g, character => another(character, random))
