/** Why nothing is tried on a member, as a sentence for the table. */
export const reasons = {
  unseen: 'No response, page or notification shows it, so its effect cannot be observed.',
  notYet: 'No check draws it from the table yet.',
  anyRefusal: 'The document gives no range and requires it in no response, so any value may be refused or ignored.',
  signed: 'It is signed with the other members, and a different value is refused for the signature.',
  lists: 'Its items are tried as separate members.',
  numberForms: 'The document does not say whether other notations of a number mean the same number.',
  openWhenAbsent: 'The document leaves open what its absence means.',
} as const
