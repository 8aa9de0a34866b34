// The same at full length.
import './calendar.test.ts'
