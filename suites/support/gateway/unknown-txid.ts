const alphabets = ['0123456789', 'abcdef', 'ABCDEF', 'ghjkmnpqrstvwxyz', 'GHJKMNPQRSTVWXYZ', 'ilou', 'ILOU']

/** Another character of the same kind: still a digit, still hexadecimal, still a letter of base 32. */
const another = (character: string, random: () => number): string => {
  const others = [...(alphabets.find(one => one.includes(character)) ?? '')].filter(one => one !== character)
  return others[Math.floor(random() * others.length)] ?? character
}

/** A txid of the same look that nobody made: its end is another one. A short one, which may be a counter, is made longer. */
export const unknownLike = (txid: string, random: () => number = Math.random): string => {
  const other = txid.slice(0, -12) + txid.slice(-12).replace(/[0-9a-zA-Z]/g, character => another(character, random))
  return txid.length < 20 || other === txid ? `${txid}48213` : other
}
