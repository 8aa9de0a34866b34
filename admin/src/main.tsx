import { render } from 'preact'
import './style/main.css'
import { findSession } from './api/session.ts'
import { App, preloadView } from './app.tsx'
import { chosenLanguage } from './language.ts'
import { loadTexts } from './texts.ts'
import { applyDensity } from './ui/density.ts'

applyDensity()
// The code of the list loads in parallel with the session.
preloadView(location.pathname)
await Promise.all([loadTexts(chosenLanguage()), findSession().catch(() => undefined)])
const place = document.querySelector('#app')
if (place) render(<App />, place)
