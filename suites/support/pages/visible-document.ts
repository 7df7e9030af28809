import type { CheerioAPI } from '../../../pages/document/dom.ts'
import { isLive } from '../../../pages/document/live-document.ts'
import { readVisible } from '../../../pages/reading/read-page.ts'

/** Returns a document without what its inline styles and its own style sheets hide; a browser has done so for a page that it shows. */
export const visibleDocument = async ($: CheerioAPI): Promise<CheerioAPI> => (isLive($) ? $ : readVisible($))
