import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { CDPSession } from 'playwright-core'
import type { AccessibilityFinding } from '../../../harness/pages.ts'
import { answered, createWorld, Stuck } from '../process/protocol.ts'

/** Time limit for axe-core on one page, in milliseconds. */
const lookMs = 20_000

/** Maximum number of findings per page, and of characters per text. */
const mostFindings = 100
const longestText = 200

const run = `axe.run(document, { resultTypes: ['violations'], iframes: false }).then(({ violations }) =>
  JSON.stringify(violations.slice(0, ${mostFindings}).map(({ id, impact, help, nodes }) => ({
    rule: id.slice(0, ${longestText}), impact: impact ?? '', help: help.slice(0, ${longestText}), elements: nodes.length }))))`

/** Returns the source of axe-core: it runs only in the page. */
const axe = async (): Promise<string> => readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Returns the findings of axe-core for the page in a tab; `undefined` if it is not installed. Scripts of the page cannot see it. */
export const accessibilityOf = async (session: CDPSession): Promise<AccessibilityFinding[] | undefined> => {
  const source = await axe().catch(() => undefined)
  return source === undefined ? undefined : lookWith(session, source).catch(giveUp)
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
