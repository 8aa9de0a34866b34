// The same at full length.
import './recurrence-rules.test.ts'
