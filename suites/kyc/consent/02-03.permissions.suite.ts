import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { Blocked, expectThat } from '../../../harness/outcome.ts'
import type { ConsentPage, ConsentResult } from '../../../harness/pages.ts'
import { callbackQuery, decisionGranting, isSameList, listIn, openConsentPage } from '../../support/kyc/consent-flow.ts'
import { permissions } from '../../support/kyc/grant-request.ts'
import {
  describedWords,
  distinctWords,
  isOnlyLabelled,
  type OwnBlocks,
  ownBlocks,
  sameAs,
  visibleTextOf,
} from '../../support/kyc/own-blocks.ts'
import { type OwnText, ownTexts, ownTextsApart } from '../../support/kyc/own-text.ts'
import { withEach } from '../../support/kyc/with-each.ts'
import { expectShown } from '../../support/pages/page-text.ts'

/** The consent page describes each requested permission and lets the user decide on it. Heading: GET /kyc/grant/{ocid}. */
const { clause } = defineSuite({ id: 'consent', roles: ['kyc'], operations: ['kyc.grant'] })

const everyPermission = permissions.join(',')

/** Letters of a description, at least, beyond the identifier and the text that every permission has. */
const fewestLetters = 4

/** Words about a permission, at least: a description and the data that is shared are more than a label. */
const fewestWords = 3

/** Tells whether a page says no more of a permission than its label and its identifier. */
const isLabel = ({ words, different }: OwnText, others: readonly OwnText[]): boolean =>
  words < fewestWords || (different < fewestWords && others.every(other => other.different >= describedWords))

const openWithout = async (context: CheckContext, permission: string): Promise<ConsentPage> => {
  const others = permissions.filter(other => other !== permission)
  return (await openConsentPage(context, { grants: others.join(',') })).page
}

const areTogether = (page: ConsentPage): boolean =>
  permissions.every(permission => page.separate(permissions).includes(permission))

/** What the provider says of each permission, on one page or on a page for each; `page`: the page of all of them. */
type Descriptions = { page: ConsentPage; texts: Record<string, OwnText>; blocks: OwnBlocks }

const descriptionsOf = async (context: CheckContext): Promise<Descriptions> => {
  const { page } = await openConsentPage(context, { grants: everyPermission })
  const isOnePage = areTogether(page)
  const openFor = async (permission: string) =>
    isOnePage ? await openWithout(context, permission) : (await openConsentPage(context, { grants: permission })).page
  const pageOf = async (permission: string) => {
    return [permission, await visibleTextOf(await openFor(permission))] as const
  }
  const pages = await withEach(context, permissions, pageOf)
  const texts = Object.fromEntries(pages.map(([permission, { text }]) => [permission, text]))
  const blocks = Object.fromEntries(pages.map(([permission, other]) => [permission, other.blocks]))
  const shown = await visibleTextOf(page)
  return isOnePage
    ? { page, texts: ownTexts(shown.text, texts), blocks: ownBlocks(shown.blocks, blocks) }
    : { page, texts: ownTextsApart(texts), blocks }
}

clause('CONSENT-02', 'description of each permission', async context => {
  const { page, texts, blocks } = await descriptionsOf(context)
  const distinct = distinctWords(blocks)
  for (const [permission, own] of Object.entries(texts)) {
    const { text } = own
    const others = Object.values(texts).filter(other => other !== own)
    const letters = text.replace(/[^\p{L}]/gu, '').length
    const isBrief = isLabel(own, others) || isOnlyLabelled(permission, blocks)
    const isDescribed = letters >= fewestLetters && !isBrief && (distinct[permission] ?? 0) >= fewestWords
    const seen = text ? `no more than a label with “${text}”` : 'nothing beyond the identifier'
    expectShown(page, isDescribed, {
      message: `the page does not describe ${permission}`,
      expected: `text of its own about ${permission}: what it is, and what data it shares`,
      actual: `${seen}, on the page ${page.name}`,
    })
    const other = sameAs(permission, blocks)
    expectShown(page, other === undefined, {
      message: `the page says the same of ${permission} and of ${other}`,
      expected: `text of its own about ${permission}: what it is, and what data it shares`,
      actual: `the same text beside both identifiers, on the page ${page.name}`,
    })
  }
})

clause('CONSENT-02', 'no permission that was not requested', async context => {
  for (const permission of permissions) {
    const page = await openWithout(context, permission)
    const offered = page.separate(permissions)
    expectThat(!offered.includes(permission), `the page offers ${permission}, which was not requested`, {
      expected: permissions.filter(other => other !== permission).join(', '),
      actual: `${offered.join(', ')}, on the page ${page.name}`,
    })
  }
})

const isFullyUnderstood = (page: ConsentPage) => page.unread(permissions) === 0 && page.$('script').length === 0

const isDecided = (landing: Pick<ConsentResult, 'redirectedTo'> | undefined, granted: readonly string[]): boolean => {
  const query = callbackQuery(landing ?? {})
  const { denied } = decisionGranting(permissions, granted)
  return isSameList(listIn(query, 'grants'), granted) && isSameList(listIn(query, 'denied'), denied)
}

/** Tells whether the page of another request takes a decision that grants only these permissions. */
const decidesSo = async (context: CheckContext, granted: readonly string[]): Promise<boolean> => {
  const { page } = await openConsentPage(context, { grants: everyPermission })
  return isDecided(await page.decide(decisionGranting(permissions, granted)), granted)
}

clause('CONSENT-03', 'each permission apart', async context => {
  const { page, request } = await openConsentPage(context, { grants: everyPermission })
  if (areTogether(page)) return
  const granted = ['email', 'id_card']
  const result = await page.decide(decisionGranting(permissions, granted)).catch((error: unknown) => {
    if (error instanceof Blocked && isFullyUnderstood(page)) return undefined
    throw error
  })
  const missing = permissions.filter(permission => !result?.decided.includes(permission))
  // A page may have only a button to share beside what is not shared yet: what is left alone is denied then.
  const [others, left] = [permissions.filter(permission => !granted.includes(permission)), missing.join()]
  if (left === others.join() && isDecided(result, granted) && (await decidesSo(context, others))) return
  expectThat(missing.length === 0, 'not every permission can be granted or denied separately', {
    expected: `a control for each of ${request.grants}`,
    actual: `none for ${missing.join(', ')}`,
  })
})
