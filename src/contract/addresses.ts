/** The form that HTML asks of an address (HTML standard, "Valid email address"), with a dot in its domain. */
const email =
	/^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/i;

/** An address as the service takes it for an invitation. */
export const isEmail = (text: string): boolean => email.test(text);
