// The page for developers: it follows what is read, and starts the explorer of the interface.
const dark = matchMedia('(prefers-color-scheme: dark)')
// The styles of the explorer know the dark scheme by this class.
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', follow)
follow()

window.addEventListener('DOMContentLoaded', () => {
  const home = document.getElementById('explorer')
  window.SwaggerUIBundle({
    domNode: home,
    url: home.dataset.description,
    deepLinking: true,
    // The operations on events are open; a press opens others.
    docExpansion: 'none',
    defaultModelsExpandDepth: 0,
    syntaxHighlight: false,
    tryItOutEnabled: true,
    persistAuthorization: false,
    // No external validator is used.
    validatorUrl: null,
    plugins: [withinPage],
  })
  new MutationObserver(() => nameControls(home)).observe(home, { childList: true, subtree: true })
})

/** The list of contents marks the part that is read. */
const contents = new Map([...document.querySelectorAll('.guide nav a')].map((link) => [link.hash.slice(1), link]))
const reading = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries)
      contents.get(target.getAttribute('aria-labelledby')).ariaCurrent = isIntersecting ? 'true' : null
  },
  // The line a quarter below the top of the screen.
  { rootMargin: '-25% 0px -75%' },
)
for (const part of document.querySelectorAll('.guide section[aria-labelledby]'))
  if (contents.has(part.getAttribute('aria-labelledby'))) reading.observe(part)

/** Who chooses a language chooses it for all examples. */
document.addEventListener('change', ({ target }) => {
  if (!target.matches('.samples > input')) return
  const { top } = target.getBoundingClientRect()
  for (const other of document.querySelectorAll('.samples > input')) other.checked = other.value === target.value
  // Examples above may have become longer.
  scrollBy({ top: target.getBoundingClientRect().top - top, behavior: 'instant' })
})

/** Makes the explorer part of a page: without its own main element, with headings in order, and no links within buttons. */
function withinPage({ React }) {
  const make = React.createElement
  const Layout = ({ getComponent, specSelectors }) => {
    const part = (name) => make(getComponent(name, true), { key: name })
    if (specSelectors.loadingStatus() !== 'success') return make('div', { className: 'swagger-ui' }, part('errors'))
    return make(
      'div',
      { className: 'swagger-ui' },
      part('SvgAssets'),
      part('InfoContainer'),
      part('errors'),
      make('h2', null, 'Operations'),
      make('div', { className: 'access' }, part('ServersContainer'), part('AuthorizeBtnContainer')),
      part('operations'),
      part('Models'),
    )
  }
  return {
    wrapComponents: { BaseLayout: () => Layout },
    statePlugins: {
      layout: {
        wrapSelectors: {
          isShown: (isShown) => (_, part, usual) => isShown(part, usual || String(part) === 'operations-tag,events'),
        },
      },
    },
    components: { DeepLink: ({ text }) => make('span', null, text) },
  }
}

/** Adds missing labels to the explorer's controls, and makes scrollable areas reachable by keyboard. */
function nameControls(home) {
  for (const field of home.querySelectorAll(':is(select, textarea):not([aria-label])')) {
    field.ariaLabel = field.closest('[data-param-name]')?.dataset.paramName ?? (field.id || 'body')
  }
  for (const button of home.querySelectorAll('.close-modal:not([aria-label])')) button.ariaLabel = 'Close'
  // The accessible name must contain the visible text.
  for (const button of home.querySelectorAll('.modal-btn[aria-label]')) button.removeAttribute('aria-label')
  for (const pre of home.querySelectorAll('.microlight:not([tabindex])')) pre.tabIndex = 0
}
