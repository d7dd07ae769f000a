import {DatabaseSync} from 'node:sqlite';
import {expect, onTestFinished, test} from 'vitest';
import {openTransactions} from '../../src/service/transactions.ts';

test('a transaction that SQLite has ended, as on a full disk, refuses later changes and fails', () => {
	const database = new DatabaseSync(':memory:');
	onTestFinished(() => database.close());
	const transactions = openTransactions(database, () => {});
	const undone: string[] = [];
	const work = () => {
		transactions.onRollback(() => void undone.push('a change'));
		database.exec('ROLLBACK');
		expect(transactions.check).toThrow('The transaction has failed.');
	};
	expect(() => transactions.atomically(work)).toThrow('no transaction is active');
	expect(undone).toEqual(['a change']);
	expect(transactions.check).not.toThrow();
	expect(transactions.atomically(() => 'the next')).toBe('the next');
});
