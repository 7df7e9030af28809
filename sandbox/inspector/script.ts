/** The script of an inspector's page: shows new exchanges, and filters. It inserts only markup that the inspector made. */
export const script = `{
const list = document.querySelector('[data-events]')
const [text, kind, pause, count, alert] = ['text', 'kind', 'pause', 'count', 'alert'].map(id => document.getElementById(id))
const most = Number(list.dataset.most)
const waiting = []
let isPaused = false

const isShown = item =>
  (kind.value === 'all' || item.dataset.kinds.split(' ').includes(kind.value)) &&
  item.textContent.toLowerCase().includes(text.value.trim().toLowerCase())

const showCount = () => {
  const items = [...list.children]
  const shown = items.filter(item => !item.hidden).length
  const more = waiting.length === 0 ? '' : ', ' + waiting.length + ' more since the pause'
  count.textContent = shown === items.length ? items.length + ' of the last ' + most + more : shown + ' of ' + items.length + ' shown' + more
  document.getElementById('empty').hidden = shown > 0
}

const filter = () => {
  for (const item of list.children) item.hidden = !isShown(item)
  showCount()
}

const put = markup => {
  const template = document.createElement('template')
  template.innerHTML = markup
  const item = template.content.firstElementChild
  item.hidden = !isShown(item)
  list.prepend(item)
  while (list.children.length > most) list.lastElementChild.remove()
}

let isReading = false
let isStale = false
const readState = async () => {
  if (isReading) return void (isStale = true)
  isReading = true
  isStale = false
  try {
    const template = document.createElement('template')
    template.innerHTML = await (await fetch(list.dataset.state)).text()
    for (const part of template.content.querySelectorAll('[data-part]'))
      document.querySelector('[data-part="' + part.dataset.part + '"]')?.replaceChildren(...part.childNodes)
  } catch {}
  setTimeout(() => {
    isReading = false
    if (isStale) readState()
  }, 1000)
}

const events = new EventSource(list.dataset.events)
events.addEventListener('open', () => { alert.textContent = '' })
events.addEventListener('error', () => { alert.textContent = 'The sandbox does not answer at present. This page tries again.' })
events.addEventListener('exchange', ({ data }) => {
  if (isPaused) waiting.push(data)
  else put(data)
  if (waiting.length > most) waiting.shift()
  showCount()
  readState()
})
pause.addEventListener('click', () => {
  isPaused = !isPaused
  pause.textContent = isPaused ? 'Resume' : 'Pause'
  for (const markup of waiting.splice(0)) put(markup)
  showCount()
})
text.addEventListener('input', filter)
kind.addEventListener('change', filter)
filter()
}`
