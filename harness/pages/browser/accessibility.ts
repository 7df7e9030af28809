import type { CDPSession } from 'playwright-core'
import type { AccessibilityFinding } from '../driver.ts'
import { answered, createWorld, Stuck } from './protocol.ts'

/** Milliseconds that the look at a page may take. */
const lookMs = 20_000

/** Findings that are kept of a page, and characters of each text. */
const mostFindings = 100
const longestText = 200

const run = `axe.run(document, { resultTypes: ['violations'], iframes: false }).then(({ violations }) =>
  JSON.stringify(violations.slice(0, ${mostFindings}).map(({ id, impact, help, nodes }) => ({
    rule: id.slice(0, ${longestText}), impact: impact ?? '', help: help.slice(0, ${longestText}), elements: nodes.length }))))`

/** Returns what axe-core finds of the page in a tab; `undefined` if it is not installed. Scripts of the page do not see it. */
export const accessibilityOf = async (session: CDPSession): Promise<AccessibilityFinding[] | undefined> => {
  const axe = await import('axe-core').catch(() => undefined)
  return axe === undefined ? undefined : lookWith(session, axe.default.source).catch(giveUp)
}

/** A page that does not respond has no findings. */
const giveUp = (error: unknown): undefined => {
  if (!(error instanceof Stuck)) throw error
}

const lookWith = async (session: CDPSession, source: string): Promise<AccessibilityFinding[] | undefined> => {
  const contextId = await createWorld(session, 'accessibility')
  await answered(session, session.send('Runtime.evaluate', { contextId, expression: source }))
  const { result, exceptionDetails } = await answered(
    session,
    session.send('Runtime.evaluate', { contextId, expression: run, awaitPromise: true, returnByValue: true }),
    lookMs,
  )
  if (exceptionDetails !== undefined || typeof result.value !== 'string') return undefined
  return JSON.parse(result.value) as AccessibilityFinding[]
}
