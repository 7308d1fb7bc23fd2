CREATE TABLE `credit_lots` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`source` text NOT NULL,
	`reference` text NOT NULL,
	`remaining` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "credit_lots_not_negative" CHECK(remaining >= 0)
);
--> statement-breakpoint
CREATE INDEX `credit_lots_of_member` ON `credit_lots` (`member_id`,`created_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `credit_lots_once` ON `credit_lots` (`source`,`reference`);--> statement-breakpoint
CREATE TABLE `ledger_lines` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`amount` integer NOT NULL,
	`reason` text NOT NULL,
	`reference` text NOT NULL,
	`created_at` integer NOT NULL,
	`lot_id` text NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`lot_id`) REFERENCES `credit_lots`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `ledger_lines_of_member` ON `ledger_lines` (`member_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `ledger_lines_of_lot` ON `ledger_lines` (`lot_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_lines_once` ON `ledger_lines` (`reason`,`reference`,`lot_id`);--> statement-breakpoint
ALTER TABLE `ledger` RENAME TO `ledger_without_lots`;--> statement-breakpoint
-- The ledger as the Worker of before reads and writes it, until the new one is deployed. In place of a line that is inserted, the trigger
-- writes one for each lot that takes part.
CREATE VIEW `ledger` AS SELECT id, member_id, amount, reason, reference, created_at FROM ledger_lines;--> statement-breakpoint
CREATE TRIGGER `ledger_line_into_lots` INSTEAD OF INSERT ON `ledger`
BEGIN
	-- Welcome credits, a gift and a purchase are a lot of their own.
	INSERT INTO credit_lots (id, member_id, source, reference, remaining, created_at)
	SELECT new.id, new.member_id, new.reason, new.reference, 0, new.created_at
	WHERE new.amount > 0 AND new.reason IN ('welcome', 'grant', 'purchase');
	INSERT INTO ledger_lines (id, member_id, amount, reason, reference, created_at, lot_id)
	SELECT new.id, new.member_id, new.amount, new.reason, new.reference, new.created_at, new.id
	WHERE new.amount > 0 AND new.reason IN ('welcome', 'grant', 'purchase');

	-- What goes is taken from the lot of the order that the line names, then from the oldest lots.
	INSERT INTO ledger_lines (id, member_id, amount, reason, reference, created_at, lot_id)
	SELECT iif(older = 0, new.id, lower(hex(randomblob(11)))), new.member_id, -min(remaining, -new.amount - older),
		new.reason, new.reference, new.created_at, id
	FROM (
		SELECT id, remaining, sum(remaining) OVER (ORDER BY is_of_order DESC, created_at, id) - remaining AS older
		FROM (
			SELECT id, remaining, created_at,
				source = 'purchase' AND substr(new.reference || '#', 1, length(reference) + 1) = reference || '#' AS is_of_order
			FROM credit_lots WHERE new.amount < 0 AND member_id = new.member_id AND remaining > 0
		)
	)
	WHERE older < -new.amount;

	-- A refund returns to the lots that paid for the message. What a won charge-back gives back returns to the lots from which returned
	-- payments took credits, first to those from which its own order did.
	INSERT INTO ledger_lines (id, member_id, amount, reason, reference, created_at, lot_id)
	SELECT iif(before = 0, new.id, lower(hex(randomblob(11)))), new.member_id, min(taken, new.amount - before),
		new.reason, new.reference, new.created_at, lot_id
	FROM (
		SELECT lot_id, taken, sum(taken) OVER (ORDER BY is_of_order DESC, lot_id) - taken AS before
		FROM (
			SELECT lot_id, -sum(amount) AS taken,
				max(substr(reference || '#', 1, instr(new.reference, '#')) = substr(new.reference, 1, instr(new.reference, '#'))) AS is_of_order
			FROM ledger_lines WHERE new.amount > 0 AND new.reason IN ('refund', 'reversal') AND member_id = new.member_id
				AND ((new.reason = 'refund' AND reason IN ('message', 'refund') AND reference = new.reference)
					OR (new.reason = 'reversal' AND reason IN ('reversal', 'owed')))
			GROUP BY lot_id HAVING -sum(amount) > 0
		)
	)
	WHERE before < new.amount;
	-- The part that had become a debt was taken from no lot: it returns to that of the order, which the next line takes it from.
	INSERT INTO ledger_lines (id, member_id, amount, reason, reference, created_at, lot_id)
	SELECT lower(hex(randomblob(11))), new.member_id, rest, new.reason, new.reference, new.created_at, lot_id
	FROM (
		SELECT id AS lot_id, new.amount - coalesce(
			(SELECT sum(amount) FROM ledger_lines WHERE reason = new.reason AND reference = new.reference), 0) AS rest
		FROM credit_lots WHERE source = 'purchase' AND reference = substr(new.reference, 1, instr(new.reference, '#') - 1)
	)
	WHERE new.amount > 0 AND new.reason = 'reversal' AND rest > 0
	ON CONFLICT (reason, reference, lot_id) DO UPDATE SET amount = amount + excluded.amount;

	UPDATE credit_lots SET remaining = remaining + line.amount FROM ledger_lines AS line
	WHERE new.reason <> 'refund' AND line.reason = new.reason AND line.reference = new.reference AND credit_lots.id = line.lot_id;
	-- A message of two lots is refunded by two lines with one reference.
	UPDATE credit_lots SET remaining = (SELECT sum(amount) FROM ledger_lines WHERE lot_id = credit_lots.id)
	WHERE new.reason = 'refund' AND id IN (SELECT lot_id FROM ledger_lines WHERE reason = 'refund' AND reference = new.reference);
END;--> statement-breakpoint
-- Replays the ledger in the order of its rows.
INSERT INTO `ledger` (id, member_id, amount, reason, reference, created_at)
SELECT id, member_id, amount, reason, reference, created_at FROM `ledger_without_lots` ORDER BY rowid;--> statement-breakpoint
DROP TABLE `ledger_without_lots`;
