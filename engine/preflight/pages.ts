import { missingPart } from '../../pages/browser/process/installed.ts'
import type { Role } from '../../protocol/operations.ts'
import type { RunSettings } from '../settings/settings.ts'
import { type PreflightResult, problem, warning, wrongSetUp } from './finding.ts'

/** The pages of a role: their name in the config and in messages. */
const pagesOf: Readonly<Partial<Record<Role, { setting: 'checkout' | 'consent'; name: string }>>> = {
  gateway: { setting: 'checkout', name: 'hosted pages' },
  kyc: { setting: 'consent', name: 'consent pages' },
}

/** The settings for using pages. */
type Used = Pick<RunSettings, 'pages' | 'browser' | 'packageFolders' | 'isPersonThere'>

/**
 * Returns what is missing for the configured driver of a role's pages. A missing browser is an invalid configuration; a missing person blocks the
 * checks that need one.
 */
export const pageFindings = (
  role: Role,
  { pages, browser, packageFolders, isPersonThere = false }: Used,
): PreflightResult => {
  const used = pagesOf[role]
  const driver = used && pages[used.setting]?.driver
  if (used === undefined) return { findings: [] }
  const say = (what: string) => `No check can use the ${used.name}, as pages.${used.setting}.driver asks: ${what}.`
  const missing = driver === 'browser' ? missingPart(browser, packageFolders) : undefined
  if (missing) {
    const remedy = `${missing.remedy.charAt(0).toUpperCase()}${missing.remedy.slice(1)}`
    return wrongSetUp(problem('pages', say(missing.what), `${remedy}, or leave out pages.${used.setting}.driver.`))
  }
  return driver === 'person' && !isPersonThere
    ? { findings: [warning('pages', say('no one is there'), personRemedy)] }
    : { findings: [] }
}

const personRemedy = 'Start the run in a terminal without --no-person, or with --person.'
