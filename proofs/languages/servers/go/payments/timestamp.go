package payments

import "time"

// Timestamp is a time that JSON shows in UTC with milliseconds, because time.Time drops trailing zeros.
type Timestamp struct{ time.Time }

func (t Timestamp) MarshalJSON() ([]byte, error) {
	return []byte(t.UTC().Format(`"2006-01-02T15:04:05.000Z"`)), nil
}
