const refuse = () => {
	throw new TypeError('The checks refuse this for real servers.');
};
/** What only simulated servers can do. */
export const onlySimulated = {
	install: refuse,
	changeDirectory: refuse,
	wipeSavegames: refuse,
	crash: refuse,
	setReachable: refuse,
	logInAgain: refuse,
	setSilent: refuse,
	setSlowness: refuse,
};
