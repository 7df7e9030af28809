import { similarities } from '../../members/values/similar-texts.ts'

/** Similarities of texts that headers can carry. */
export const nonceSimilarities = similarities.filter(
  similarity => /^a (name|number|text of many letters), \S/.test(similarity) && !similarity.includes('blank'),
)
