import type { Report } from '../../schemas/messages.ts'
import { count, type Verdict, verdictTitle, verdictTone } from '../queries.ts'

/** Colours on which white text has a contrast of 4.5 to 1 or more. */
const colours: Partial<Record<Verdict, string>> = { pass: '#2a7d3f', fail: '#b3261e', blocked: '#8a5a00' }
const otherColour = '#4b5563'

type Badge = { label: string; message: string; color: string }

/** No text of a target is in a badge. */
const badgeOf = (report: Report): Badge => {
  const passed = count(report, 'must', 'pass')
  const tried = passed + count(report, 'must', 'fail', 'known', 'blocked')
  return {
    label: `oc-conformance ${report.target.role}`,
    message: `${verdictTitle(report).toLowerCase()} ${passed}/${tried}`,
    color: colours[verdictTone(report)] ?? otherColour,
  }
}

/** Renders the JSON that the endpoints of badge services read. */
export const renderBadgeJson = (report: Report): string =>
  `${JSON.stringify({ schemaVersion: 1, ...badgeOf(report) }, null, 2)}\n`

/** Width of a character of 11 pixels, on the average of the usual fonts. */
const characterPx = 6.6
const paddingPx = 12
const widthOf = (text: string): number => Math.round(text.length * characterPx) + paddingPx

const half = (text: string, { x, width, color }: { x: number; width: number; color: string }): string =>
  `<rect x="${x}" width="${width}" height="20" fill="${color}"/>` +
  `<text x="${x + width / 2}" y="14" textLength="${width - paddingPx}">${text}</text>`

/** Renders a badge that loads nothing: the certified target, the verdict, and the must clauses that pass of those that apply. */
export const renderBadge = (report: Report): string => {
  const { label, message, color } = badgeOf(report)
  const [left, right] = [widthOf(label), widthOf(message)]
  const title = `${label}: ${message}`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${title}"><title>${title}</title><clipPath id="round"><rect width="${left + right}" height="20" rx="3"/></clipPath><g clip-path="url(#round)" fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11">${half(label, { x: 0, width: left, color: '#333' })}${half(message, { x: left, width: right, color })}</g></svg>\n`
}
