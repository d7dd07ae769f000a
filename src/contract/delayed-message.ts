/**
The message of a delayed stop or restart as players read it, with the minutes that are left in place of `{minutes}`, and
`1 minute` in the singular. The public node agent fills in the number alone. (service-facts: Timed stop/restart)
*/
export function fillMinutes(message: string, minutes: number): string {
	const singular = minutes === 1 ? message.replaceAll(/(\{minutes\}\s+min(?:ute)?)s\b/gi, '$1') : message;
	return singular.replaceAll('{minutes}', String(minutes));
}
