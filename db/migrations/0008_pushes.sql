DROP INDEX `pushes_of_tag`;--> statement-breakpoint
ALTER TABLE `pushes` ADD `subscription_id` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `pushes_of_tag` ON `pushes` (`member_id`,`tag`,`subscription_id`);--> statement-breakpoint
ALTER TABLE `outbox` ADD `is_pushed` integer DEFAULT false NOT NULL;