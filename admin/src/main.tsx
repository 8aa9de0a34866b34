import { render } from 'preact'
import './style/main.css'
import { adminPath } from './api/root.ts'
import { findSession } from './api/session.ts'
import { App } from './app.tsx'
import { chosenLanguage } from './language.ts'
import { loadTexts } from './texts.ts'
import { views } from './views/routes.ts'

// The code of the list loads in parallel with the session.
views
  .find(({ path }) => `${adminPath}${path}` === location.pathname)
  ?.View.preload()
  .catch(() => undefined)
await Promise.all([loadTexts(chosenLanguage()), findSession().catch(() => undefined)])
const place = document.querySelector('#app')
if (place) render(<App />, place)
