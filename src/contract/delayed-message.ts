/**
Returns the message of a delayed stop or restart as players read it: the minutes left replace `{minutes}`, and
`1 minute` is singular. The public node agent replaces only the number. (service-facts: Timed stop/restart)
*/
export function fillMinutes(message: string, minutes: number): string {
	const singular = minutes === 1 ? message.replaceAll(/(\{minutes\}\s+min(?:ute)?)s\b/gi, '$1') : message;
	return singular.replaceAll('{minutes}', String(minutes));
}
