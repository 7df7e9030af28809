/**
 * CONSENT-02 · Lists every requested permission with a description and what data it shares; none that was not requested
 * (a machine sees: each has visible text of its own beyond its identifier; the wording is for a person, the page goes
 * into the report).
 */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { blocked, fail } from '../../../harness/outcome.ts'
import type { ConsentPage, DecidingControl } from '../../../harness/pages.ts'
import { obstacleOf } from '../../../pages/visit/obstacles.ts'
import { openConsentPage } from '../../support/kyc/consent-flow.ts'
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
import { areTogether, everyPermission, nameControls } from './permissions.ts'

const { clause } = defineSuite({ id: 'consent', roles: ['kyc'], operations: ['kyc.grant'] })

/** Minimum number of letters in a description, not counting the identifier and the text common to all permissions. */
const fewestLetters = 4

/** Minimum number of words about a permission: a description with the shared data is more than a label. */
const fewestWords = 3

/** Returns whether a page shows only the label and identifier of a permission. */
const isLabel = ({ words, different }: OwnText, others: readonly OwnText[]): boolean =>
  words < fewestWords || (different < fewestWords && others.every(other => other.different >= describedWords))

const openWithout = async (context: CheckContext, permission: string): Promise<ConsentPage> => {
  const others = permissions.filter(other => other !== permission)
  return (await openConsentPage(context, { grants: others.join(',') })).page
}

/** The provider's text about each permission, on one page or on separate pages; `page`: the page with all of them. */
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
      expected: `text about ${permission} alone: its meaning, and the data that it shares`,
      actual: `${seen}, on the page ${page.name}`,
    })
    const other = sameAs(permission, blocks)
    expectShown(page, other === undefined, {
      message: `the page says the same about ${permission} and ${other}`,
      expected: `text about ${permission} alone: its meaning, and the data that it shares`,
      actual: `the same text next to both identifiers, on the page ${page.name}`,
    })
  }
})

const offeredFor = (page: ConsentPage, permission: string) =>
  page.deciding(permissions).filter(control => control.permission === permission)

clause('CONSENT-02', 'no permission that was not requested', async context => {
  const { page: whole } = await openConsentPage(context, { grants: everyPermission })
  for (const permission of permissions) {
    const page = await openWithout(context, permission)
    const offered = offeredFor(page, permission)
    // A control that is still there, such as one for a copy by email, decides nothing if the controls of the permission are gone.
    const hasGone = ({ step }: DecidingControl) => offered.every(other => other.step !== step)
    if (!page.separate(permissions).includes(permission) || offeredFor(whole, permission).some(hasGone)) continue
    const said = offered.filter(({ isSaid }) => isSaid)
    if (said.length === 0) blocked(obstacleOf(maybeOffered(permission, offered), nameControls))
    fail(`the page offers ${permission}, which was not requested`, {
      expected: permissions.filter(other => other !== permission).join(', '),
      actual: `${said.map(({ step }) => step).join(', ')}, on the page ${page.name}`,
    })
  }
})

const maybeOffered = (permission: string, offered: readonly DecidingControl[]): string =>
  `it is unclear whether ${offered.map(({ step }) => `“${step}”`).join(', ')} decides on ${permission}, which was not requested`
