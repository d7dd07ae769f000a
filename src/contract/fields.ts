import * as z from 'zod';

/*
The rules for the fields of requests, shared by dialogs, commands and the service. Each message completes a sentence
that starts with the name of the field.
*/

/** The syntax of an email address in HTML (HTML standard, "Valid email address"), with at least one dot in the domain. */
const email =
	/^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/i;

export const idField = z.string().min(1, 'is missing');
export const textField = z.string().trim().min(1, 'must not be blank');
/** Sent exactly as typed, because games may treat whitespace as significant. */
export const commandField = z.string().refine(text => text.trim() !== '', 'must not be blank');
/** The longest address of SMTP. (RFC 5321, 4.5.3.1.3) */
const maxEmailLength = 254;

/** An email address that the service accepts for an invitation. */
export const emailField = z
	.string()
	.trim()
	.max(maxEmailLength, 'is too long')
	.refine(text => email.test(text), 'is not an email address');
