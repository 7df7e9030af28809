import type { Matrix } from '../../matrix/index.ts'
import { pairSentence } from '../../matrix/wording.ts'
import { sprite } from '../icons.ts'
import { pageOf } from '../layout.ts'
import { html } from '../markup.ts'
import { plural } from '../text.ts'
import { ambiguitiesSection } from './ambiguities.ts'
import { clausesSection } from './clauses.ts'
import { dialectsSection } from './dialects.ts'
import { implementationsSection } from './implementations.ts'
import { pairsSection } from './pairs.ts'
import { matrixStyle } from './style.ts'

/** Renders several implementations side by side as one page that needs no script and loads nothing. */
export const renderMatrixHtml = (matrix: Matrix): string =>
  pageOf(
    'Conformance matrix',
    html`<a class="skip" href="#clauses">Skip to the clauses</a>${sprite}
<header><p class="over">Conformance matrix</p><h1>${plural(matrix.implementations.length, 'implementation')}</h1>
<p class="address">${pairSentence(matrix)}</p></header>
<main>${pairsSection(matrix)}${implementationsSection(matrix)}${clausesSection(matrix)}${dialectsSection(matrix)}${ambiguitiesSection(matrix)}</main>
<footer><p>Numbers in brackets are those of the implementations. The same data for programs: oc-conformance report matrix --json.</p></footer>`,
    matrixStyle,
  )
