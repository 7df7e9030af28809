import { likenesses } from '../../members/values/alike-texts.ts'

/** Similarities of texts that headers can carry. */
export const nonceLikenesses = likenesses.filter(
  likeness => /^a (name|number|text of many letters), \S/.test(likeness) && !likeness.includes('blank'),
)
