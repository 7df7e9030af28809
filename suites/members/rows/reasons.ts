/** Why nothing is tried on a member, as a sentence for the table. */
export const reasons = {
  unseen: 'No answer, page or notification shows it, so what became of it cannot be seen.',
  notYet: 'No check draws it from the table yet.',
  anyRefusal: 'The document gives no range and asks for it in no answer, so that any value may be refused or ignored.',
  signed: 'It is signed with the other members, and what differs is refused for its signature.',
  lists: 'What it lists is tried at its own members.',
  numberForms: 'The document does not say whether other notations of a number are the same number.',
  openWhenAbsent: 'The document leaves open what its absence means.',
} as const
