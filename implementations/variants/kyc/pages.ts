import type { KycPolicies } from '../../../reference/kyc/contract.ts'
import type { Variant } from '../variant.ts'
import { changePage, replaceHeaders } from './support/forms.ts'

const tags = /<(\/?)([a-z][a-z0-9]*)/g

/** Writes the page in HTML 4: tags in capitals, attributes without quotes. */
const writeHtml4 = (page: string): string =>
  page
    .replace('<!doctype html>', '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">')
    .replaceAll(/="([a-z0-9_]+)"/g, '=$1')
    .replaceAll(tags, (_whole, slash: string, name: string) => `<${slash}${name.toUpperCase()}`)

/** Adds the search, navigation and footer of a large site. */
const addSiteFrame = (page: string): string =>
  page
    .replace(
      '<main>',
      `<header><a href="/">Home</a> <form action="/search"><input name="q" placeholder="Search"><button>Search</button></form>
<form method="post" action="/logout"><button>Log out</button></form>
<nav><a href="?lang=de">Deutsch</a> <a href="?lang=fr">Français</a></nav></header><main>`,
    )
    .replace(
      '</main>',
      `</main><aside><h2>Good to know</h2><p>We never ask for your password by mail.</p></aside>
<footer><a href="/privacy">Privacy</a> <a href="/imprint">Imprint</a> <button type="button">Print</button></footer>`,
    )

const removeStructure = (page: string): string => page.replaceAll(/<\/?(?:bdi|main|div)(?:\s[^>]*)?>/g, ' ')

/** Writes OCIDs in the digits of Arabic. */
const writeArabicDigits = (page: string): string =>
  page.replaceAll(
    /OCID (\d+)/g,
    (_whole, ocid: string) => `OCID ${BigInt(ocid).toLocaleString('ar-EG-u-nu-arab', { useGrouping: false })}`,
  )

const copyByEmail = `<p><label><input type="checkbox" name="copy" value="1"> Send me a copy by email</label>
<label><input type="checkbox" name="known" value="1"> Remember this phone for 30 days</label></p>`

/** Writes each letter of the name in a separate block. */
const spreadName = (page: string): string =>
  page.replace(/(?<=<h1><bdi>)[^<&]+(?=<\/bdi>)/, name =>
    [...name].map(letter => `<div style="display:inline-block">${letter}</div>`).join(''),
  )

/** Consent pages with other wording and markup: the document fixes only their contents. */
export const consentPageVariants: readonly Variant<KycPolicies>[] = [
  {
    name: 'a page of long ago',
    story: 'HTML 4 in capitals, which browsers still read.',
    policies: changePage(writeHtml4),
  },
  {
    name: 'OCIDs in the digits of Arabic',
    story: 'The page was made for Cairo, and only its numbers are translated yet.',
    policies: changePage(writeArabicDigits),
  },
  {
    name: 'padded OCIDs, and a form address with a fragment',
    story: 'An OCID has eight digits here, and an error leads back to the form.',
    policies: changePage(page =>
      page
        .replaceAll(/OCID (\d+)/g, (_whole, ocid: string) => `OCID ${ocid.padStart(8, '0')}`)
        .replace(/action="([^"]+)"/, 'action="$1#form"'),
    ),
  },
  {
    name: 'a page with much around it',
    story: 'Search, languages, log out: every page of the company has them.',
    policies: changePage(addSiteFrame),
  },
  {
    name: 'boxes that mention an e-mail and a phone, and decide about neither',
    story: 'Users can get a copy of their answer, and need no code on a phone that is known.',
    isAlone: 'Where unknown permissions are ignored, a box that mentions one reads like its control.',
    policies: changePage(page => page.replace('<div class="actions">', `${copyByEmail}<div class="actions">`)),
  },
  {
    name: 'the name of the requester, letter by letter',
    story: 'The letters fly in one after the other.',
    policies: changePage(spreadName),
  },
  {
    name: 'a page with hardly any structure',
    story: 'It has only headings and paragraphs.',
    policies: changePage(removeStructure),
  },
  {
    name: 'a page in Spanish',
    story: 'A provider in Seville.',
    policies: changePage(page =>
      page
        .replaceAll('>Allow<', '>Permitir<')
        .replaceAll('>Deny<', '>Rechazar<')
        .replaceAll('Send my answer', 'Enviar')
        .replaceAll('asks for your data', 'solicita sus datos'),
    ),
  },
  {
    name: 'a page in XHTML',
    story: 'The templates are XML.',
    policies: {
      ...changePage(page =>
        page
          .replace('<!doctype html>', '<?xml version="1.0" encoding="utf-8"?>')
          .replace('<html lang="en">', '<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en">')
          .replaceAll(/<(meta|input|img|br)([^>]*)>/g, '<$1$2/>')
          .replaceAll(/ (required|checked)(?=[ />])/g, ' $1="$1"'),
      ),
      ...replaceHeaders({
        'content-type': 'application/xhtml+xml; charset=utf-8',
        'content-security-policy': "frame-ancestors 'none'",
        'cache-control': 'no-store',
      }),
    },
  },
]
