import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import type { ConsentPage } from '../../../harness/pages.ts'
import { openConsentPage } from '../../support/kyc/consent-flow.ts'
import {
  forgetMetadata,
  requesterMetadata,
  unreadMetadata,
  whileMetadata,
} from '../../support/kyc/requester-metadata.ts'
import { unlessRefused } from '../../support/kyc/unless-refused.ts'
import { expectShown, hasText } from '../../support/pages/page-text.ts'

/** The consent page shows the name of the requester as it is. Heading: GET /kyc/grant/{ocid}. */
const { clause } = defineSuite({ id: 'consent', roles: ['kyc'], operations: ['kyc.grant'] })

/** Names of businesses: letters of several scripts and lengths in bytes, and what markup, addresses and templates escape. */
const names: Readonly<Record<string, string>> = {
  accents: 'Crédit Łódź Übersee',
  scripts: 'Банк Ωμέγα 日本銀行',
  'letters of four bytes': '𠮷野家 Pay',
  marks: 'Söhne & Töchter\'s "Haus"',
  'escapes and placeholders': '100% + 1 $& %41 \\n Co',
}

/** Times that a page is opened: a provider may show what it kept, and read the metadata again behind it. */
const mostLooks = 3

const openWith = async (context: CheckContext, name: string): Promise<ConsentPage | undefined> =>
  whileMetadata(context, { body: requesterMetadata(context, { name }) }, async () => {
    const open = async () => (await openConsentPage(context, { ocid: context.unreliable.ocid })).page
    let page = await open()
    for (let look = 1; look < mostLooks && !hasText(page.text, name); look++) page = await open()
    return page
  })

/** Fails the clause if a page shows a requester by another name. Returns whether the target read the metadata with it. */
const isShownByName = async (context: CheckContext, name: string): Promise<boolean> => {
  // A target may not take a requester with such a name.
  const page = await unlessRefused(context, () => openWith(context, name))
  const earlier = [context.unreliable.name, ...Object.values(names).filter(other => other !== name)]
  if (page === undefined || earlier.some(other => hasText(page.text, other))) return false
  expectShown(page, hasText(page.text, name), {
    message: 'the page does not show the name of the requester as its metadata has it',
    expected: name,
    actual: `the page ${page.name} shows: ${page.text}`,
  })
  return true
}

clause(
  'CONSENT-01',
  'name of many letters and marks',
  async context => {
    const unread: string[] = []
    for (const [kind, name] of Object.entries(names))
      if (!(await isShownByName(context, name))) unread.push(`a name with ${kind}`)
    await forgetMetadata(context)
    if (unread.length > 0)
      context.untried(`${unread.join(', ')}: the target refuses it, or ${unreadMetadata(context)}.`)
  },
  { alone: true, last: true },
)
