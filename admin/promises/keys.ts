/** Under which keys what is read of 納期回答 is kept. */
export const PROMISE_KEY = 'getPromise';
export const LIST_KEY = 'listPromises';
/** How many questions wait for somebody; read anew with the lists. */
export const ATTENTION_KEY = [LIST_KEY, 'attention'];
