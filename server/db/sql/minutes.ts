/** SQL: the plant minutes of an instant, as the domain counts them, in a session of ours, whose clock is the plant's. For thousands of rows: a text costs as much as the rest of its row. */
export const plantMinutesOf = (instant: string): string => `floor(date_part('epoch', ${instant}::timestamp) / 60)::integer`;
