import { missingPart } from '../../harness/pages/browser/installed.ts'
import type { Role } from '../../protocol/operations.ts'
import type { RunSettings } from '../settings/settings.ts'
import { type PreflightResult, warning } from './finding.ts'

/** The pages of a role, as the config and people name them. */
const pagesOf: Readonly<Partial<Record<Role, { setting: 'checkout' | 'consent'; name: string }>>> = {
  gateway: { setting: 'checkout', name: 'hosted pages' },
  kyc: { setting: 'consent', name: 'consent pages' },
}

/** Says what the driver that the config names for the pages of a role lacks: whatever needs these pages will be blocked. */
export const pageFindings = (
  role: Role,
  { pages, browser, isPersonThere }: Pick<RunSettings, 'pages' | 'browser' | 'isPersonThere'>,
): PreflightResult => {
  const used = pagesOf[role]
  const driver = used && pages[used.setting]?.driver
  const missing = driver === 'browser' ? missingPart(browser) : driver === 'person' ? nobody(isPersonThere) : undefined
  if (used === undefined || missing === undefined) return { findings: [] }
  const { what, remedy } = missing
  const message = `No check can use the ${used.name}, as pages.${used.setting}.driver asks: ${what}.`
  return { findings: [warning('pages', message, `${remedy.charAt(0).toUpperCase()}${remedy.slice(1)}.`)] }
}

const nobody = (isPersonThere = false) =>
  isPersonThere
    ? undefined
    : { what: 'nobody is there', remedy: 'start the run in a terminal without --no-person, or with --person' }
