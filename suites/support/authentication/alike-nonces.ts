import { likenesses } from '../../members/values/alike-texts.ts'

/** Likenesses of texts that every header can carry. */
export const nonceLikenesses = likenesses.filter(
  likeness => /^a (name|number|text of many letters), \S/.test(likeness) && !likeness.includes('blank'),
)
