import type { CheckContext } from '../../../harness/context.ts'
import { brief, notApplicable } from '../../../harness/outcome.ts'
import type { AccessibilityFinding, ConsentPage, Page } from '../../../harness/pages.ts'

/** Severities of findings, worst first. */
const impacts = ['critical', 'serious', 'moderate', 'minor']

/** How many findings the report names. */
const mostNamed = 3

const rank = ({ impact }: AccessibilityFinding): number =>
  (impacts.indexOf(impact) + impacts.length + 1) % (impacts.length + 1)

/** Returns the three worst findings as a string. */
export const worstOf = (findings: readonly AccessibilityFinding[]): string =>
  findings
    .toSorted((a, b) => rank(a) - rank(b) || b.elements - a.elements)
    .slice(0, mostNamed)
    .map(
      ({ rule, impact, help, elements }) =>
        `${impact}: ${brief(help, 120)} (${rule}, ${elements} ${elements === 1 ? 'element' : 'elements'})`,
    )
    .join('; ')

/** Observes what axe-core finds on a page in a browser; not applicable without a browser. */
export const observeAccessibility = async (context: CheckContext, page: Page | ConsentPage) => {
  const findings = await page.accessibility()
  if (findings === undefined)
    return notApplicable('Only a browser shows how accessible a page is, and this run has no browser driver.')
  context.observe({ 'accessibility of the page': findings.length }, worstOf(findings) || undefined)
}
