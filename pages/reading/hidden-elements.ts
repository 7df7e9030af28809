import type { CheerioAPI } from 'cheerio'

/** A rule of a style sheet. */
type Rule = { selectors: string[]; declarations: string; isNested: boolean }

/** Maximum number of characters and rules of style sheets that are read. */
const limits = { characters: 100_000, rules: 2_000 }

/** Returns the rules of a style sheet; `isNested`: inside another one, such as a media query. */
const rulesIn = (css: string): Rule[] => {
  const rules: Rule[] = []
  let [depth, prelude] = [0, '']
  for (const [, text = '', mark] of css.replace(/\/\*.*?\*\//gs, ' ').matchAll(/([^{}]*)([{}])/g)) {
    const isRule = mark === '}' && prelude !== ''
    if (isRule) rules.push({ selectors: selectorsIn(prelude), declarations: text, isNested: depth > 1 })
    depth = Math.max(0, depth + (mark === '{' ? 1 : -1))
    prelude = mark === '{' ? text : ''
    if (rules.length === limits.rules) break
  }
  return rules
}

const selectorsIn = (prelude: string): string[] =>
  (prelude.split(';').at(-1) ?? '').split(',').map(selector => selector.trim())

const concerned = /(?:^|[;\s])(?:display|visibility)\s*:/i
const hidingText = /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse))/i

/** Returns whether declarations hide an element other than until it fades in. */
const isHiding = (declarations: string): boolean => hidingText.test(declarations) && !/animation/i.test(declarations)

/** Returns the elements that a selector matches; none if it is invalid. */
const found = ($: CheerioAPI, selector: string) => {
  try {
    return $(selector || ':not(*)').toArray()
  } catch {
    return []
  }
}

/** Removes states such as `:hover`, in which a rule may reveal an element that another one hides. */
const withoutStates = (selector: string): string => selector.replace(/::?[a-z-]+(?:\([^)]*\))?/gi, '') || '*'

/** Returns the elements that a document's style sheets hide and that no other rule may reveal. */
const hiddenBySheet = ($: CheerioAPI) => {
  const rules = rulesIn($('style').text().slice(0, limits.characters))
  const hidden = rules.filter(({ declarations, isNested }) => !isNested && isHiding(declarations))
  const plain = hidden.flatMap(({ selectors }) => selectors).filter(selector => !/[:@]/.test(selector))
  const others = rules.filter(({ declarations }) => !isHiding(declarations) && concerned.test(declarations))
  const perhapsShown = new Set(
    others.flatMap(({ selectors }) => selectors.flatMap(selector => found($, withoutStates(selector)))),
  )
  return plain
    .flatMap(selector => found($, selector))
    .filter(element => ![element, ...$(element).find('*')].some(each => perhapsShown.has(each)))
}

/** Removes the elements that a document's inline styles and internal style sheets hide. */
export const removeHidden = ($: CheerioAPI): void => {
  const hidden = [
    ...$('[style]')
      .toArray()
      .filter(({ attribs }) => isHiding(attribs.style ?? '')),
    ...hiddenBySheet($),
  ]
  for (const element of hidden) if (!$(element).is('html, body')) $(element).remove()
}
