// The same at full length.
import './round-trip.test.ts'
