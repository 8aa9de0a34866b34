// The same with every way of naming a record.
import './matrix.test.ts'
