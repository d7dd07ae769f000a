import * as z from 'zod';

/*
What the fields of requests may hold: the one rule for dialogs, commands and the service. A reason goes on with the
name of the field.
*/

/** The form that HTML asks of an address (HTML standard, "Valid email address"), with a dot in its domain. */
const email =
	/^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/i;

export const idField = z.string().min(1, 'is missing');
export const textField = z.string().trim().min(1, 'must not be blank');
/** Sent as it is typed: games may tell blanks apart. */
export const commandField = z.string().refine(text => text.trim() !== '', 'must not be blank');
/** An address as the service takes it for an invitation. */
export const emailField = z
	.string()
	.trim()
	.refine(text => email.test(text), 'is not an email address');
