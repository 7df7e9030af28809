const alphabets = ['0123456789', 'abcdef', 'ABCDEF', 'ghjkmnpqrstvwxyz', 'GHJKMNPQRSTVWXYZ', 'ilou', 'ILOU']

/** Returns another character of the same kind: a digit, a hexadecimal letter, or a letter of base 32. */
const anotherCharacter = (character: string, random: () => number): string => {
  const alphabet = alphabets.find(letters => letters.includes(character)) ?? ''
  const others = [...alphabet].filter(other => other !== character)
  return others[Math.floor(random() * others.length)] ?? character
}

/** Returns an unused txid of the same form that ends differently. A short txid, which may be a counter, is made longer. */
export const unknownLike = (txid: string, random: () => number = Math.random): string => {
  const changedEnd = txid.slice(-12).replace(/[0-9a-zA-Z]/g, character => anotherCharacter(character, random))
  const other = txid.slice(0, -12) + changedEnd
  return txid.length < 20 || other === txid ? `${txid}48213` : other
}
