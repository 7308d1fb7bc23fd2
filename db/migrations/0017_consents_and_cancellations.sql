CREATE TABLE `cancellations` (
	`number` text PRIMARY KEY NOT NULL,
	`member_id` text,
	`email` text NOT NULL,
	`locale` text NOT NULL,
	`kind` text NOT NULL,
	`order_number` text NOT NULL,
	`ends_on` text,
	`reason` text NOT NULL,
	`created_at` integer NOT NULL,
	`closed_at` integer,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `cancellations_open` ON `cancellations` (`created_at`) WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX `cancellations_closed` ON `cancellations` (`closed_at`) WHERE closed_at is not null;--> statement-breakpoint
CREATE INDEX `cancellations_by_address` ON `cancellations` (`email`,`created_at`);--> statement-breakpoint
CREATE INDEX `cancellations_of_member` ON `cancellations` (`member_id`);--> statement-breakpoint
ALTER TABLE `members` ADD `sensitive_consent_version` integer;--> statement-breakpoint
ALTER TABLE `members` ADD `sensitive_consent_at` integer;--> statement-breakpoint
ALTER TABLE `members` ADD `sensitive_consent_ended_at` integer;