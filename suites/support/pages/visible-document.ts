import type { CheerioAPI } from '../../../harness/pages/document/dom.ts'
import { isLive } from '../../../harness/pages/document/live-document.ts'
import { readVisible } from '../../../harness/pages/reading/read-page.ts'

/** Returns a document without what its inline styles and its own style sheets hide; a browser has done so for a page that it shows. */
export const visibleDocument = async ($: CheerioAPI): Promise<CheerioAPI> => (isLive($) ? $ : readVisible($))
